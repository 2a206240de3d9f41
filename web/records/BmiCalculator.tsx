import { Details } from 'nhsuk-react-components'
import { useId, useState } from 'react'
import { bmiFrom, kilogramsFrom, metresFrom } from '../../contract/records/bmi.ts'

type Units = 'metric' | 'imperial'

const numberOf = (typed: string): number => (/^\d{1,4}(\.\d{1,2})?$/.test(typed.trim()) ? Number(typed) : NaN)
/** Inches and pounds may be left blank. */
const numberOrNone = (typed: string): number => (typed.trim() === '' ? 0 : numberOf(typed))

const boxes = {
  metric: [
    ['height', 'Height in centimetres'],
    ['weight', 'Weight in kilograms'],
  ],
  imperial: [
    ['feet', 'Height: feet'],
    ['inches', 'inches'],
    ['stones', 'Weight: stones'],
    ['pounds', 'pounds'],
  ],
} as const

/** Works a BMI out from height and weight, in either system; neither is stored. */
export const BmiCalculator = ({ onResult }: { onResult: (bmi: number) => void }) => {
  const [units, setUnits] = useState<Units>('metric')
  const [typed, setTyped] = useState<Record<string, string>>({})
  const id = useId()
  const of = (name: string): string => typed[name] ?? ''
  const result =
    units === 'metric'
      ? bmiFrom(numberOf(of('height')) / 100, numberOf(of('weight')))
      : bmiFrom(
          metresFrom(numberOf(of('feet')), numberOrNone(of('inches'))),
          kilogramsFrom(numberOf(of('stones')), numberOrNone(of('pounds'))),
        )
  return (
    <Details>
      <Details.Summary>Work it out from height and weight</Details.Summary>
      <Details.Text>
        <div className="sf-calculator">
          <div
            className="nhsuk-radios nhsuk-radios--inline nhsuk-radios--small"
            role="radiogroup"
            aria-label="Units"
          >
            {(['metric', 'imperial'] as const).map((each) => (
              <div className="nhsuk-radios__item" key={each}>
                <input
                  className="nhsuk-radios__input"
                  type="radio"
                  name={`${id}-units`}
                  id={`${id}-${each}`}
                  checked={units === each}
                  onChange={() => setUnits(each)}
                />
                <label className="nhsuk-label nhsuk-radios__label" htmlFor={`${id}-${each}`}>
                  {each === 'metric' ? 'Metric' : 'Imperial'}
                </label>
              </div>
            ))}
          </div>
          <div className="sf-calculator__boxes">
            {boxes[units].map(([name, label]) => (
              <div key={name}>
                <label className="nhsuk-label" htmlFor={`${id}-${name}`}>
                  {label}
                </label>
                <input
                  className="nhsuk-input nhsuk-input--width-4"
                  id={`${id}-${name}`}
                  inputMode="decimal"
                  autoComplete="off"
                  value={of(name)}
                  onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
                />
              </div>
            ))}
          </div>
          <p role="status">{result === null ? '' : `BMI ${result} kg/m²`}</p>
          {result !== null && (
            <button type="button" className="sf-button" onClick={() => onResult(result)}>
              Use {result}
            </button>
          )}
        </div>
      </Details.Text>
    </Details>
  )
}
