/** All that a program which a test starts has of the environment of the test: where programs are, and what Node has compiled. */
export const ownEnvironment = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
}
