import { Record } from "effect"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { tables } from "../../src/domain/dataset/tables.ts"

/** A state without any row, for tests to fill what they are about. */
export const emptyDataset: Dataset = Record.map(tables, () => [])
