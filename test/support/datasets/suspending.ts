import type { Dataset } from "../../../src/domain/dataset/Dataset.ts"

/** A dataset in which one organization is suspended. */
export const suspending = (dataset: Dataset, organizationId: number): Dataset => ({
  ...dataset,
  organizations: dataset.organizations.map((row) =>
    row.id === organizationId ? { ...row, status: "suspended" as const } : row
  )
})
