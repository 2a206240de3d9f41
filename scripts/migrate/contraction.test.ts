import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { migrationsFolder, readMigrations } from '../../server/platform/db/connection/migrations.ts'
import { effectsOf } from './effectsOf.ts'
import { headerOf } from '../../server/platform/db/query/headerOf.ts'

/*
 * Expand, then contract (docs/operate/operations.md): while machines are upgraded one by one the release before works on the new schema. So
 * what its code uses is taken away by a later release, whose migration names the version since which nothing uses it.
 */

/** Until here nothing was released whose code had to go on. */
const lastBeforeFirstRelease = '0056_unusual_reading_of_a_month.sql'
const migrations = await readMigrations(migrationsFolder)
const released = [
  ...readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8').matchAll(
    /^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2}$/gm,
  ),
].map(([, version]) => version)

const unexplained = async (
  name: string,
  sql: string,
  versions: readonly (string | undefined)[],
): Promise<string[]> => {
  const { unusedSince } = headerOf(name, sql)
  return unusedSince !== null && versions.includes(unusedSince) ? [] : (await effectsOf(sql)).takesAway
}

it.each(migrations.filter(({ name }) => name > lastBeforeFirstRelease))(
  '$name takes away nothing that the release before uses',
  async ({ name, sql }) => {
    expect(await unexplained(name, sql, released)).toEqual([])
    expect(sql, 'Its header says in a sentence what it is for.').toMatch(/^-- \S[^\n]*/)
  },
)

it('knows those that dropped or renamed something before there was a release', async () => {
  const found: Record<string, string[]> = {}
  for (const { name, sql } of migrations.filter((each) => each.name <= lastBeforeFirstRelease)) {
    const takesAway = (await effectsOf(sql)).takesAway.filter((what) => /^(drops|renames)/.test(what))
    if (takesAway.length > 0) found[name] = takesAway
  }
  expect(found).toEqual({
    '0023_audit_by_month.sql': ['renames audit_event'],
    '0028_stages_second_rule.sql': ['renames treatment_plan.goals_recorded_date'],
  })
})

describe('a migration', () => {
  it.each([
    ['alter table patient drop column town', ['drops patient.town']],
    ['alter table patient rename column town to city', ['renames patient.town']],
    ['alter table patient rename to person', ['renames patient']],
    ['drop table if exists draft, saved_report', ['drops draft', 'drops saved_report']],
    ['drop view said_dead', ['drops said_dead']],
    ['drop function folded(text)', ['drops folded']],
    ['alter table patient alter column town type varchar(5)', ['changes the type of patient.town']],
    ['alter table patient alter town set not null', ['requires patient.town']],
    ['alter table patient add city text not null', ['requires patient.city']],
    ['revoke insert on patient from surefoot_app', ['takes a right to patient']],
    ['revoke execute on function folded(text) from surefoot_app', ['takes a right to folded']],
    [
      `alter table patient add constraint short check (length(town) < 9)`,
      ['makes a rule for patient (short)'],
    ],
    [
      `alter table patient add city text; alter table patient add check (city is not null or town = '')`,
      ['makes a rule for patient'],
    ],
    ['alter table patient add unique (town)', ['makes a rule for patient']],
    [
      'alter table patient add constraint known foreign key (town) references place (name)',
      ['makes a rule for patient (known)'],
    ],
    ['create unique index once on patient (town)', ['takes each value once in patient']],
    ['create unique index once on patient (lower(town))', ['takes each value once in patient']],
    ['alter table patient alter town drop default', ['drops the default of patient.town']],
    ['create policy own on patient using (true)', ['may refuse rows of patient']],
    ['alter table patient enable row level security', ['may refuse rows of patient']],
    [
      `create function no_town() returns trigger language plpgsql as $$ begin raise exception 'No'; end $$;
       create trigger no_town before insert on patient for each row execute function no_town()`,
      ['may refuse rows of patient'],
    ],
    [
      'create trigger kept before update on patient for each row execute function made_before()',
      ['may refuse rows of patient'],
    ],
    [
      `do $$ begin execute 'alter table patient drop column town'; end $$`,
      ['drops or renames something in a block that decides as it runs'],
    ],
  ])('may not %s', async (sql, takesAway) => {
    expect(await unexplained('0100_x.sql', sql, ['0.1.0'])).toEqual(takesAway)
  })

  it.each([
    `alter table patient add city text, add region text not null default ''`,
    'create table note (id bigint generated always as identity primary key, text text not null)',
    'drop index patient_by_gp',
    `create table note (id int); alter table note add text text not null`,
    `create table note (id int); revoke delete on note from surefoot_app; create unique index on note (id)`,
    `alter table patient add city text; alter table patient add check (city <> ''), add unique (town, city)`,
    'create index patient_by_town on patient (town)',
    `create function seen() returns trigger language plpgsql as $$ begin return null; end $$;
     create trigger seen after insert on patient for each row execute function seen();
     revoke all on function seen() from public`,
  ])('may %s', async (sql) => {
    expect(await unexplained('0100_x.sql', sql, ['0.1.0'])).toEqual([])
  })

  it('may take away what its header says no released version uses any more', async () => {
    const sql = (version: string) =>
      `-- The town is part of the address.\n-- Unused since version ${version}.\nalter table patient drop column town`
    expect(await unexplained('0100_x.sql', sql('0.2.0'), ['0.1.0', '0.2.0'])).toEqual([])
    expect(await unexplained('0100_x.sql', sql('0.3.0'), ['0.1.0', '0.2.0'])).toEqual(['drops patient.town'])
  })
})
