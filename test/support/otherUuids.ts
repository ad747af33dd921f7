/** UUIDs of no row, with versions and variants that RFC 9562 does not define; PostgreSQL accepts them. */
export const otherUuids = [
  "11111111-1111-1111-1111-111111111111",
  "00000000-0000-0000-0000-000000000000",
  "AAAAAAAA-BBBB-9CCC-FDDD-EEEEEEEEEEEE"
]
