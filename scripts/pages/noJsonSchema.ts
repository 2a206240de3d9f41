/* In place of zod's making of JSON Schema in a built page (scripts/pages/leanLibraries.ts). */

const notHere = (): never => {
  throw new Error('A page makes no JSON Schema')
}

/** What a schema asks for when it is made, and calls only when JSON Schema is asked of it. */
export const createToJSONSchemaMethod = () => notHere
export const createStandardJSONSchemaMethod = () => notHere
export const [
  allProcessors,
  extractDefs,
  finalize,
  handleUnrepresentable,
  initializeContext,
  processSchema,
  toJSONSchema,
] = Array.from({ length: 7 }, () => notHere)
export { notHere as process }
