import { type JsonSchema, Predicate } from "effect"
import type { ApiDocument, ApiOperation, ApiParameter, ApiResponse } from "./ApiDocument.ts"
import type { DocumentFacts } from "./DocumentFacts.ts"
import { documentedBody } from "./documentedBody.ts"
import { documentedParameter } from "./documentedParameter.ts"
import { documentedResponse } from "./documentedResponse.ts"
import { failureCode, failureShape, shapeName } from "./failureSchemas.ts"
import { openSchema, requestSchema } from "./openSchema.ts"
import { referenceName } from "./referenceName.ts"

type Schemas = ApiDocument["components"]["schemas"]

/** The names of components that request bodies refer to. They stay closed where unknown fields are refused. */
const requestComponents = (paths: ApiDocument["paths"], schemas: Schemas): ReadonlySet<string> => {
  const names = new Set<string>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (!Predicate.isObject(value)) return
    const name = referenceName(value)
    if (name !== undefined && !names.has(name)) {
      names.add(name)
      visit(schemas[name])
    }
    Object.values(value).forEach(visit)
  }
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    visit(operation.requestBody)
  }
  return names
}

const withExample = (response: ApiResponse, example: unknown): ApiResponse => ({
  ...response,
  content: Object.fromEntries(
    Object.entries(response.content ?? {}).map(([contentType, media]) => [contentType, { ...media, example }])
  )
})

const requestIdParameter: ApiParameter = {
  name: "X-Request-ID",
  in: "header",
  required: false,
  description:
    "Request id chosen by the caller and returned with the response. An invalid value is replaced by a UUID.",
  schema: { type: "string", maxLength: 128 }
}

const authenticationOptions = ({ security, together }: DocumentFacts) =>
  together ?? Object.keys(security).map((name) => [name])

const documentedOperation = (operation: ApiOperation, facts: DocumentFacts, schemas: Schemas): ApiOperation => {
  const { parameters, requestBody, responses, ...rest } = operation
  const example = facts.examples[operation.operationId]
  const request = facts.requests[operation.operationId]
  const documentedResponses = Object.entries(responses).map(([status, response]): [string, ApiResponse] => {
    const documented = documentedResponse(status, response, schemas)
    return [status, status.startsWith("2") && example !== undefined ? withExample(documented, example) : documented]
  })
  const permissions = (operation["x-required-permissions"] ?? []).map((permission) => `\`${permission}\``)
  const needs = permissions.length === 0 ? [] : [`Requires ${permissions.join(" and ")}.`]
  const paragraphs = [...(rest.description === undefined ? [] : [rest.description]), ...needs]
  return {
    ...rest,
    ...(paragraphs.length === 0 ? undefined : { description: paragraphs.join("\n\n") }),
    parameters: [
      ...parameters.map((parameter) => documentedParameter(parameter, request?.parameters?.[parameter.name])),
      requestIdParameter
    ],
    ...(requestBody === undefined
      ? undefined
      : { requestBody: documentedBody(requestBody, request?.bodies, facts.unknownFields) }),
    security:
      facts.open?.includes(operation.operationId) === true
        ? []
        : authenticationOptions(facts).map((schemes) => Object.fromEntries(schemes.map((name) => [name, []]))),
    responses: Object.fromEntries(documentedResponses)
  }
}

/**
 * Finishes a generated document: failures with the same status share one schema that lists their codes, and responses
 * get their headers and operations their security requirements (GEN-008, HUB-008, PUB-019).
 */
export const documented =
  (facts: DocumentFacts) =>
  (document: ApiDocument): ApiDocument => {
    const { schemas } = document.components
    const closed = facts.unknownFields === "refused" ? requestComponents(document.paths, schemas) : new Set()
    const components = Object.entries(schemas).map(([name, schema]): [string, JsonSchema.JsonSchema] => {
      if (failureCode(schema) !== undefined) return [shapeName(name), failureShape(schema)]
      return [name, closed.has(name) ? requestSchema(schema) : openSchema(schema)]
    })
    const paths = Object.entries(document.paths).map(([path, methods]): [string, Record<string, ApiOperation>] => [
      path.startsWith(facts.basePath) ? path.slice(facts.basePath.length) : path,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => [method, documentedOperation(operation, facts, schemas)])
      )
    ])
    return {
      ...document,
      info: { ...document.info, description: facts.description },
      servers: [{ url: facts.basePath }],
      paths: Object.fromEntries(paths),
      components: {
        ...document.components,
        schemas: Object.fromEntries(components),
        securitySchemes: facts.security
      }
    }
  }
