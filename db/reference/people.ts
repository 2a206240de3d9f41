/** National codes of person stated gender. The abbreviation is only for narrow grids. */
export const genders = [
  { internalCode: '1', code: '1', name: 'Male', abbreviated: 'M' },
  { internalCode: '2', code: '2', name: 'Female', abbreviated: 'F' },
  {
    internalCode: '3',
    code: '9',
    name: 'Indeterminate (unable to be classified as either male or female)',
    abbreviated: 'I',
  },
  { internalCode: '4', code: 'X', name: 'Not known (not recorded)', abbreviated: 'U' },
]

/** The national 16+1 categories. internalCode keeps their order. */
export const ethnicities = [
  ['A', 'White - British'],
  ['B', 'White - Irish'],
  ['C', 'White - Any other White background'],
  ['D', 'Mixed - White and Black Caribbean'],
  ['E', 'Mixed - White and Black African'],
  ['F', 'Mixed - White and Asian'],
  ['G', 'Mixed - Any other mixed background'],
  ['H', 'Asian or Asian British - Indian'],
  ['J', 'Asian or Asian British - Pakistani'],
  ['K', 'Asian or Asian British - Bangladeshi'],
  ['L', 'Asian or Asian British - Any other Asian background'],
  ['M', 'Black or Black British - Caribbean'],
  ['N', 'Black or Black British - African'],
  ['P', 'Black or Black British - Any other Black background'],
  ['R', 'Other Ethnic Groups - Chinese'],
  ['S', 'Other Ethnic Groups - Any other ethnic group'],
  ['Z', 'Not stated'],
  ['99', 'Not known'],
].map(([code = '', name = ''], index) => ({ internalCode: String(index + 1), code, name }))

/** internalCode, name as shown, description. */
export const namePrefixes = [
  ['MR', 'Mr'],
  ['MRS', 'Mrs'],
  ['MISS', 'Miss'],
  ['MS', 'Ms'],
  ['MX', 'Mx'],
  ['DR', 'Dr', 'Doctor'],
  ['PROF', 'Prof', 'Professor'],
  ['REV', 'Rev', 'Reverend'],
  ['SIR', 'Sir'],
  ['DAME', 'Dame'],
  ['LADY', 'Lady'],
  ['LORD', 'Lord'],
  ['FR', 'Fr', 'Father'],
  ['SR', 'Sr', 'Sister'],
  ['RABBI', 'Rabbi'],
  ['IMAM', 'Imam'],
  ['CLLR', 'Cllr', 'Councillor'],
  ['CAPT', 'Capt', 'Captain'],
  ['MAJ', 'Maj', 'Major'],
  ['COL', 'Col', 'Colonel'],
  ['HON', 'Hon', 'Honourable'],
].map(([internalCode = '', name = '', description = name]) => ({ internalCode, name, description }))

/** Seeded roles permanently have the profile of the same name (AZ-3). */
export const roles = [
  'Admissions',
  'Clinician',
  'Team Lead',
  'System Administrator',
  'Information Governance',
  'External',
] as const
