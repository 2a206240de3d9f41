/** Runs an action on the user, shows that it is done or why not, and then shows the user's new state. */
export type Attempt = (work: () => Promise<unknown>, done: string) => Promise<void>
