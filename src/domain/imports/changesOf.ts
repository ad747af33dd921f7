/** The numbers of rows that an import created and updated, for its audit entry; undefined if it changed nothing. */
export const changesOf = (results: ReadonlyArray<{ readonly outcome: string }>) => {
  const countOf = (expected: string) => results.filter(({ outcome }) => outcome === expected).length
  const [created, updated] = [countOf("created"), countOf("updated")]
  return created + updated === 0 ? undefined : { created, updated }
}
