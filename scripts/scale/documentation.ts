/** Where each limit is documented, by the mark that the table has. */
export const documentation = {
  C1: 'https://docs.citusdata.com/en/stable/develop/reference_ddl.html',
  C2: 'https://docs.citusdata.com/en/stable/develop/reference_workarounds.html',
  C3: 'https://docs.citusdata.com/en/stable/extra/triggers.html',
  C4: 'https://github.com/citusdata/citus/pull/5705',
  C5: 'https://github.com/citusdata/citus/issues/906',
  C6: 'https://learn.microsoft.com/en-us/postgresql/citus/what-is-citus',
  Y1: 'https://docs.yugabyte.com/stable/develop/postgresql-compatibility/',
  Y2: 'https://docs.yugabyte.com/stable/explore/transactions/explicit-locking/',
  Y3: 'https://docs.yugabyte.com/stable/architecture/transactions/isolation-levels/',
  Y4: 'https://github.com/yugabyte/yugabyte-db/issues/1668',
  Y5: 'https://docs.yugabyte.com/stable/explore/ysql-language-features/indexes-constraints/gin/',
  Y6: 'https://docs.yugabyte.com/stable/explore/ysql-language-features/advanced-features/triggers/',
  Y7: 'https://docs.yugabyte.com/stable/api/ysql/the-sql-language/statements/cmd_listen_notify/',
  Y8: 'https://docs.yugabyte.com/stable/api/ysql/pg15-features/',
  Y9: 'https://docs.yugabyte.com/stable/explore/ysql-language-features/advanced-features/partitions/',
  Y10: 'https://docs.yugabyte.com/stable/explore/ysql-language-features/indexes-constraints/foreign-key-ysql/',
  Y11: 'https://docs.yugabyte.com/stable/explore/ysql-language-features/advanced-features/savepoints/',
  Y12: 'https://github.com/yugabyte/yugabyte-db/issues/9929',
  A1: 'https://docs.aws.amazon.com/rds/latest/auroraextendedcontent/aurora-faq.md',
  L1: 'https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/limitless-reqs-limits.html',
  L2: 'https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/limitless-reference.DDL-limitations.html',
  L3: 'https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/limitless-reference.DDL-support.html',
  L4: 'https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/limitless-reference.DML-support.html',
  L5: 'https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/limitless-reference.DML-limitations.html',
} as const

export type Mark = keyof typeof documentation
