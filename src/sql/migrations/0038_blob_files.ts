/** The bytes of a blob may be in a file instead, named here, in the directory beside an embedded database. */
export const blobFiles: ReadonlyArray<string> = [
  `ALTER TABLE blobs
    ALTER COLUMN bytes DROP NOT NULL,
    ADD COLUMN file text,
    ADD CONSTRAINT blobs_in_one_place CHECK (num_nonnulls(bytes, file) = 1)`,
  `CREATE INDEX blobs_by_file ON blobs (file) WHERE file IS NOT NULL`
]
