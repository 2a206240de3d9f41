/** A field's first control: where a link of the error summary leads. */
export const controlOf = (field: string): HTMLElement | null =>
  document.getElementById(`${field}-day`) ?? document.getElementById(field)
