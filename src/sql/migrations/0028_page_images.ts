/** Images of pages, and their bytes (DOMAIN 8, PAR-083). */
export const pageImages: ReadonlyArray<string> = [
  `CREATE TABLE page_images (
    id text PRIMARY KEY,
    organization_id integer NOT NULL REFERENCES organizations (id),
    width integer NOT NULL CHECK (width >= 1),
    height integer NOT NULL CHECK (height >= 1),
    widths integer[] NOT NULL,
    stored_bytes integer NOT NULL CHECK (stored_bytes >= 1),
    created_at timestamptz NOT NULL
  )`,
  `CREATE INDEX page_images_by_age ON page_images (created_at)`,
  `CREATE INDEX page_images_by_organization ON page_images (organization_id)`,
  `CREATE INDEX page_versions_by_image ON page_versions ((featured_image ->> 'imageId')) WHERE featured_image IS NOT NULL`,
  `CREATE TABLE blobs (
    key text PRIMARY KEY,
    content_type text NOT NULL,
    bytes bytea NOT NULL,
    created_at timestamptz NOT NULL
  )`,
  // The content is already compressed.
  `ALTER TABLE blobs ALTER COLUMN bytes SET STORAGE EXTERNAL`
]
