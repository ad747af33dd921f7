import { Record } from "effect"
import type { Dataset } from "../../../src/domain/dataset/Dataset.ts"
import { tables } from "../../../src/domain/dataset/tables.ts"

/** A dataset without rows, for tests to add their own. */
export const emptyDataset: Dataset = Record.map(tables, () => [])
