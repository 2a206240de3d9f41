/** The first control of a field, which links of the error summary focus. */
export const controlOf = (field: string): HTMLElement | null =>
  document.getElementById(`${field}-day`) ?? document.getElementById(field)
