/** How long a test waits for what must come. Beside other work a machine is slow, not wrong; what is there ends the wait. */
export const patienceMs = 60_000
