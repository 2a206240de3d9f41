/** Said on each screen, at the foot of each printed page and beside the sign-in form of a demonstration (CS-24). */
export const inventedWords = 'Demonstration: every patient here is invented.'
