/**
 * In a demonstration this is shown on each screen, at the foot of each printed page and beside the sign-in form
 * (CS-24).
 */
export const inventedWords = 'Demonstration: every patient here is invented.'
