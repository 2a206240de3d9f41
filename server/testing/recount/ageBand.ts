/** The band of a date of birth on a day, both in SQL. */
export const ageBand = (birth: string, day: string): string => `
  case when ${birth} > ${day} - interval '50 years' then 'Under 50'
    when ${birth} > ${day} - interval '65 years' then '50 to 64'
    when ${birth} > ${day} - interval '75 years' then '65 to 74'
    when ${birth} > ${day} - interval '85 years' then '75 to 84'
    when ${birth} > ${day} - interval '95 years' then '85 to 94'
    when ${birth} is not null then '95 and over' end`

/** What reports call the deprivation fifth of a postcode in SQL; null where it is not known. */
export const deprivationFifth = (postcode: string): string => `
  (select case d.fifth when 1 then '1, most deprived' when 5 then '5, least deprived' else d.fifth::text end
   from postcode_deprivation d, deprivation_file f
   where f.id = d.file_id and f.used_from <= now() and d.postcode = regexp_replace(${postcode}, ' ', ''))`
