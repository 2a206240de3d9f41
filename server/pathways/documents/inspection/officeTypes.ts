/*
 * What an Office file may be made of, by the content types of ECMA-376 part 1 and of Microsoft's additions ([MS-DOCX],
 * [MS-XLSX]). What is not here is refused: macros, controls, embedded files, links to other programs and files, queries,
 * web extensions, and what comes next year.
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

/** Pictures; their content decides which. */
export const pictureTypes = new Set(
  named('image/', 'png jpeg jpg pjpeg gif bmp x-ms-bmp tiff vnd.ms-photo x-emf emf x-wmf wmf', ''),
)
export const drawingType = 'image/svg+xml'

/** Bare bytes: fonts that are written over with a key, and the settings of a printer. */
export const byteTypes = new Set(
  [
    ...named(office, 'obfuscatedFont spreadsheetml.printerSettings wordprocessingml.printerSettings', ''),
    'application/x-fontdata',
    'application/vnd.openxmlformats-package.digital-signature-origin',
  ].map((type) => type.toLowerCase()),
)

/** What one part may be to another: the last word of a relationship's type. */
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
