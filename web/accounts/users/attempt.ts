/** Does something to the user, says that it is done or why not, and shows the user as they are then. */
export type Attempt = (work: () => Promise<unknown>, done: string) => Promise<void>
