/** JSON Schema parts shared by several responses; Fastify compiles serializers from them. */
export const text = { type: "string" } as const
export const nullableText = { type: "string", nullable: true } as const
export const whole = { type: "integer" } as const
export const flag = { type: "boolean" } as const
export const time = { type: "string", format: "date-time" } as const
export const nullableTime = { type: "string", format: "date-time", nullable: true } as const

/** An object with exactly these properties, all required except `optional`. */
export const record = (properties: Readonly<Record<string, object>>, optional: ReadonlyArray<string> = []) => ({
  type: "object",
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties
})

export const list = (items: object) => ({ type: "array", items })

export const nullable = (schema: object) => ({ ...schema, nullable: true })
