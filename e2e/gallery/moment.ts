/** When all pictures of the gallery are taken: a Wednesday morning in summer. */
export const galleryMoment = 1_781_686_800_000
