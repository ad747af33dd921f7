import { Predicate } from "effect"
import { each, keysOf, recordOf } from "./service.ts"
import { resolved } from "./resolved.ts"

type Facts = Readonly<Record<string, unknown>>

const factsOf = (value: unknown): Facts => (Predicate.isObject(value) ? value : {})

const range = (low: unknown, high: unknown): string =>
  low === undefined && high === undefined ? "" : ` ${String(low ?? "")}..${String(high ?? "")}`

const scalar = (schema: Facts): string => {
  const { format, maximum, maxLength, minimum, minLength, pattern, type } = schema
  const above = schema["exclusiveMinimum"] === undefined ? minimum : `>${String(schema["exclusiveMinimum"])}`
  return [
    String(type ?? "any"),
    format === undefined ? "" : ` ${String(format)}`,
    range(minLength, maxLength),
    range(above, maximum),
    pattern === undefined ? "" : ` /${String(pattern)}/`
  ].join("")
}

/** A schema in a few words; the properties of an object have lines of their own. */
const shape = (value: unknown): string => {
  const schema = factsOf(value)
  if (typeof schema["$ref"] === "string") return String(schema["$ref"].split("/").at(-1))
  if (Array.isArray(schema["enum"])) return schema["enum"].map((constant) => JSON.stringify(constant)).join(" | ")
  for (const [word, joint] of [
    ["anyOf", " | "],
    ["oneOf", " | "],
    ["allOf", " & "]
  ] as const) {
    const parts = schema[word]
    if (Array.isArray(parts)) return parts.map(shape).join(joint)
  }
  if (schema["type"] === "array") {
    return `list${range(schema["minItems"], schema["maxItems"])} of ${shape(schema["items"])}`
  }
  if (schema["type"] === "object") {
    const { additionalProperties } = schema
    if (additionalProperties === false) return "object, closed"
    return Predicate.isObject(additionalProperties) ? `object of ${shape(additionalProperties)}` : "object"
  }
  return scalar(schema)
}

/** The object schemas within a schema whose properties have no component of their own. */
const objectsIn = (value: unknown): ReadonlyArray<Facts> => {
  const schema = factsOf(value)
  if (schema["properties"] !== undefined) return [schema]
  const { allOf, anyOf, items, oneOf } = schema
  return [anyOf, oneOf, allOf]
    .flatMap((parts) => (Array.isArray(parts) ? parts.flatMap(objectsIn) : []))
    .concat(items === undefined ? [] : objectsIn(items))
}

const byDefault = (schema: unknown): string => {
  const { default: preset } = factsOf(schema)
  return preset === undefined ? "" : ` = ${JSON.stringify(preset)}`
}

/** One line per property, with those of its own objects below it. */
const properties = (value: unknown, indent: string): ReadonlyArray<string> =>
  objectsIn(value).flatMap((schema) => {
    const required = Array.isArray(schema["required"]) ? schema["required"] : []
    return Object.entries(factsOf(schema["properties"])).flatMap(([name, property]) => [
      `${indent}${name}${required.includes(name) ? "" : "?"}: ${shape(property)}${byDefault(property)}`,
      ...properties(property, `${indent}  `)
    ])
  })

const parameter = (value: unknown): string => {
  const { in: place, name, required, schema } = factsOf(value)
  return `  ${String(place)} ${String(name)}${required === true ? "" : "?"}: ${shape(schema)}${byDefault(schema)}`
}

const media = (container: unknown): ReadonlyArray<readonly [type: string, schema: unknown]> =>
  Object.entries(factsOf(factsOf(container)["content"])).map(([type, one]) => [type, factsOf(one)["schema"]])

/** The rate-limit headers, which always occur together. */
const limits = "X-RateLimit-Limit X-RateLimit-Remaining X-RateLimit-Reset RateLimit-Policy RateLimit"

const response = (status: string, value: unknown): ReadonlyArray<string> => {
  const { description, headers } = factsOf(value)
  const names = Object.keys(factsOf(headers)).join(" ").replace(limits, "limits")
  const bodies = media(value)
  const contents = Number(status) < 400 ? bodies.map(([type, schema]) => `${shape(schema)} as ${type}`) : [description]
  return [
    `  ${status} ${contents.length === 0 ? "no body" : contents.join(", ")}; ${names}`,
    ...(Number(status) < 400 ? bodies.flatMap(([, schema]) => properties(schema, "    ")) : [])
  ]
}

const operation = (path: string, method: string, value: unknown): ReadonlyArray<string> => {
  const facts = recordOf(value)
  const credentials = each(facts, "security").map((schemes) => keysOf(schemes).join(" with "))
  const byRequest = Object.entries(factsOf(facts["x-permissions-by-request"]))
  const permissions = [
    ...each(facts, "x-required-permissions").map(String),
    ...byRequest.map(([request, permission]) => `${String(permission)} for ${request}`)
  ]
  return [
    "",
    `${method.toUpperCase()} ${path} ${String(facts["operationId"])}${facts["deprecated"] === true ? ", deprecated" : ""}`,
    `  by ${credentials.length === 0 ? "anyone" : credentials.join(" or ")}`,
    ...permissions.map((permission) => `  needs ${permission}`),
    ...each(facts, "parameters").map(parameter),
    ...media(facts["requestBody"]).flatMap(([type, schema]) => [
      `  body${factsOf(facts["requestBody"])["required"] === true ? "" : "?"}: ${shape(schema)} as ${type}`,
      ...properties(schema, "    ")
    ]),
    ...Object.entries(recordOf(facts["responses"])).flatMap(([status, one]) => response(status, one))
  ]
}

/**
 * The contract of a document for reviewers of a change: one line per operation, permission, parameter, body, property
 * and response, without descriptions.
 */
export const outline = (document: unknown): string => {
  const { components, info, paths, servers } = recordOf(resolved(document))
  const { schemas, securitySchemes } = recordOf(components)
  return [
    `${String(factsOf(info)["title"])} ${String(factsOf(info)["version"])} at ${each(servers, "", "url").join(", ")}`,
    ...Object.entries(recordOf(securitySchemes)).map(([name, scheme]) => {
      const { description: _, ...facts } = factsOf(scheme)
      return `${name}: ${Object.values(facts).join(" ")}`
    }),
    ...Object.entries(recordOf(paths)).flatMap(([path, methods]) =>
      Object.entries(recordOf(methods)).flatMap(([method, facts]) => operation(path, method, facts))
    ),
    ...Object.entries(recordOf(schemas)).flatMap(([name, schema]) => [
      "",
      `${name}: ${shape(schema)}`,
      ...properties(schema, "  ")
    ]),
    ""
  ].join("\n")
}
