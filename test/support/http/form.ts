/** A part of a form: a file if it has a file name. */
export interface FormPart {
  readonly name: string
  readonly value: string | Uint8Array
  readonly filename?: string
  readonly type?: string
}

/** An encoded form. */
export interface Form {
  readonly headers: { readonly "content-type": string }
  readonly body: Uint8Array<ArrayBuffer>
}

const headOf = ({ filename, name, type }: FormPart) =>
  [
    `Content-Disposition: form-data; name="${name}"${filename === undefined ? "" : `; filename="${filename}"`}`,
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    "",
    ""
  ].join("\r\n")

export const formOf = (parts: ReadonlyArray<FormPart>, boundary = "hub-test-boundary"): Form => ({
  headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  body: new Uint8Array(
    Buffer.concat([
      ...parts.flatMap((part) => [
        Buffer.from(`--${boundary}\r\n${headOf(part)}`),
        Buffer.from(part.value),
        Buffer.from("\r\n")
      ]),
      Buffer.from(`--${boundary}--\r\n`)
    ])
  )
})

/** The form as `size` bytes, with text before its first part, which readers ignore (RFC 2046, 5.1.1). */
export const grownTo = ({ body, headers }: Form, size: number): Form => ({
  headers,
  body: new Uint8Array(Buffer.concat([Buffer.from(`${"x".repeat(size - body.length - 2)}\r\n`), body]))
})

/** A PNG of one pixel. */
export const onePixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64"
)

/** The form of an upload of one image, with other fields. */
export const imageForm = (
  image: Uint8Array,
  {
    boundary,
    fields = {},
    filename = "image.png",
    type = "image/png"
  }: {
    readonly boundary?: string
    readonly fields?: Readonly<Record<string, string>>
    readonly filename?: string
    readonly type?: string
  } = {}
) =>
  formOf(
    [
      { name: "file", value: image, filename, type },
      ...Object.entries(fields).map(([name, value]) => ({ name, value }))
    ],
    boundary
  )
