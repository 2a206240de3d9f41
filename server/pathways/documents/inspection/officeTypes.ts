/*
 * The allowed parts of an Office file, by the content types of ECMA-376 part 1 and of Microsoft's additions ([MS-DOCX],
 * [MS-XLSX]). Anything else is refused: macros, controls, embedded files, links to other programs and files, queries,
 * web extensions, and types introduced later.
 */

const office = 'application/vnd.openxmlformats-officedocument.'
const word = `${office}wordprocessingml.`
const excel = `${office}spreadsheetml.`

const named = (before: string, names: string, after = '+xml'): string[] =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => `${before}${name}${after}`)

/** Parts that are read as XML. */
export const xmlTypes = new Set(
  [
    'application/xml',
    'text/xml',
    ...named(
      'application/vnd.openxmlformats-package.',
      'core-properties relationships digital-signature-xmlsignature',
    ),
    ...named(office, 'extended-properties custom-properties customXmlProperties theme themeOverride'),
    ...named(`${office}drawingml.`, 'chart chartshapes diagramColors diagramData diagramLayout diagramStyle'),
    ...named(office, 'drawing', '+xml'),
    `${office}vmlDrawing`,
    ...named(
      'application/vnd.ms-office.',
      'drawingml.diagramDrawing+xml chartstyle+xml chartcolorstyle+xml chartex+xml classificationlabels+xml',
      '',
    ),
    ...named(
      word,
      `document.main document.glossary styles settings webSettings fontTable numbering footnotes endnotes comments header footer
    commentsExtended commentsIds commentsExtensible people stylesWithEffects`,
    ),
    ...named(
      'application/vnd.ms-word.',
      'stylesWithEffects people commentsExtended commentsIds commentsExtensible',
    ),
    ...named(
      excel,
      `sheet.main worksheet chartsheet sharedStrings styles calcChain comments table tableSingleCells pivotTable
    pivotCacheDefinition pivotCacheRecords sheetMetadata`,
    ),
    `${office}drawing+xml`,
    ...named(
      'application/vnd.ms-excel.',
      `threadedcomments person slicer slicerCache timeline timelineCache controlproperties rdrichvalue rdrichvaluestructure
    rdrichvaluetypes richvaluerel namedsheetviews`,
    ),
  ].map((type) => type.toLowerCase()),
)

/** Pictures; the content determines the format. */
export const pictureTypes = new Set(
  named('image/', 'png jpeg jpg pjpeg gif bmp x-ms-bmp tiff vnd.ms-photo x-emf emf x-wmf wmf', ''),
)
export const drawingType = 'image/svg+xml'

/** Parts of plain bytes, such as obfuscated fonts and printer settings. */
export const byteTypes = new Set(
  [
    ...named(office, 'obfuscatedFont spreadsheetml.printerSettings wordprocessingml.printerSettings', ''),
    'application/x-fontdata',
    'application/vnd.openxmlformats-package.digital-signature-origin',
  ].map((type) => type.toLowerCase()),
)

/** Allowed relationships between parts: the last word of the relationship type. */
export const relationshipTypes = new Set(
  `officeDocument core-properties extended-properties custom-properties thumbnail styles stylesWithEffects settings
  webSettings fontTable font numbering theme themeOverride footnotes endnotes comments commentsExtended commentsIds
  commentsExtensible people header footer glossaryDocument image hyperlink customXml customXmlProps chart chartEx
  chartUserShapes chartStyle chartColorStyle diagramData diagramLayout diagramQuickStyle diagramStyle diagramColors
  diagramDrawing drawing vmlDrawing legacyDrawing legacyDrawingHF worksheet chartsheet sharedStrings calcChain table
  tableSingleCells pivotTable pivotCacheDefinition pivotCacheRecords printerSettings ctrlProp threadedComment person
  sheetMetadata slicer slicerCache timeline timelineCache namedSheetView rdRichValue rdRichValueStructure
  rdRichValueTypes richValueRel classificationlabels origin signature`
    .split(/\s+/)
    .map((type) => type.toLowerCase()),
)
