/** Name and id of a brand must fit into the cursor that continues after it: 512 characters (HUB-018, HUB-019). */
export const brandPositions: ReadonlyArray<string> = [
  `ALTER TABLE brands
    ADD CONSTRAINT brands_name_bytes CHECK (octet_length(name) <= 300),
    ADD CONSTRAINT brands_document_id_bytes CHECK (octet_length(document_id) <= 49)`
]
