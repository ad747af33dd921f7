import { rm } from "node:fs/promises"

/** Where the database in `dataDir` is created before it is renamed to its place. */
export const unfinishedOf = (dataDir: string): string => `${dataDir}.unfinished`

/** Where the database in `dataDir` is renamed to before its files are removed. */
export const removedOf = (dataDir: string): string => `${dataDir}.removed`

/** What an interrupted creation or removal of the database in `dataDir` can leave behind. */
export const leftoversOf = (dataDir: string): ReadonlyArray<string> => [unfinishedOf(dataDir), removedOf(dataDir)]

/** Removes each path, which may be missing, with everything in it. */
export const removeAll = async (paths: ReadonlyArray<string>): Promise<void> => {
  for (const path of paths) await rm(path, { recursive: true, force: true })
}
