/** An instant of the service as milliseconds since the epoch, to compare with this device's clock. */
export const millisecondsOf = (instant: string): number => Date.parse(instant)
