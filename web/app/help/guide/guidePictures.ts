/** The pictures used in guides. The rest of the gallery is not part of the product. */
const files = import.meta.glob<string>(
  '../../../../docs/screens/{falls-admissions,falls-register,falls-incoming-referrals,falls-today,falls-calls,falls-pathway-view,falls-owners,falls-possible-duplicates,falls-administration,falls-user-view,falls-audit,falls-patient-subject-request,falls-external,falls-security,visits}.webp',
  { eager: true, query: '?url', import: 'default' },
)

/** The addresses of the pictures, by name. */
export const guidePictures: ReadonlyMap<string, string> = new Map(
  Object.entries(files).map(([file, address]) => [file.replace(/^.*\/|\.webp$/g, ''), address]),
)
