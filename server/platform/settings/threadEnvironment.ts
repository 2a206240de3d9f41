const { NODE_COMPILE_CACHE: kept } = process.env

/**
 * All that a thread is told of the environment: where Node keeps what it made of the sources. Without it each thread makes it anew, and
 * holds the 17 MiB of what does that for as long as it lives.
 */
export const threadEnvironment: Record<string, string> =
  kept === undefined ? {} : { NODE_COMPILE_CACHE: kept }
