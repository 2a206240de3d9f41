export const placeOf: (text: string, folder?: string) => string
