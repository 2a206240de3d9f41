/** An answer of the system of a practice to a document (ITK3 response), as far as it is read. */
export const itkResponse = (requestId: string, code: string): string => {
  const isPositive = code === '20013' || code === '30001'
  const header = [
    '<id value="11111111-1111-4111-8111-111111111111"/>',
    '<extension url="https://fhir.nhs.uk/STU3/StructureDefinition/Extension-ITK-MessageHandling-2">',
    `<extension url="SenderReference"><valueString value="${requestId}"/></extension></extension>`,
    '<event><system value="https://fhir.nhs.uk/STU3/CodeSystem/ITK-MessageEvent-2"/><code value="ITK008M"/></event>',
    `<response><identifier value="${requestId}"/><code value="${isPositive ? 'ok' : 'fatal-error'}"/></response>`,
  ]
  const outcome = [
    `<issue><severity value="${isPositive ? 'information' : 'fatal'}"/><code value="processing"/><details><coding>`,
    '<system value="https://fhir.nhs.uk/STU3/CodeSystem/ITK-ResponseCodes-1"/>',
    `<code value="${code}"/></coding></details></issue>`,
  ]
  return [
    '<Bundle xmlns="http://hl7.org/fhir"><type value="message"/>',
    `<entry><resource><MessageHeader>${header.join('')}</MessageHeader></resource></entry>`,
    `<entry><resource><OperationOutcome>${outcome.join('')}</OperationOutcome></resource></entry></Bundle>`,
  ].join('')
}
