import { Details } from 'nhsuk-react-components'
import { useId, useState } from 'react'
import { bmiOf, readFeet, readHeight, readStones, readWeight } from '../../../contract/patients/bodySize.ts'

type Units = 'metric' | 'imperial'

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

/** Calculates a BMI from height and weight, in metric or imperial units; neither is stored. */
export const BmiCalculator = ({ onResult }: { onResult: (bmi: number) => void }) => {
  const [units, setUnits] = useState<Units>('metric')
  const [typed, setTyped] = useState<Record<string, string>>({})
  /** Errors are shown only after the user leaves the field. */
  const [isLeft, setLeft] = useState(false)
  const id = useId()
  const of = (name: string): string => typed[name] ?? ''
  const height = units === 'metric' ? readHeight(of('height')) : readFeet(of('feet'), of('inches'))
  const weight = units === 'metric' ? readWeight(of('weight')) : readStones(of('stones'), of('pounds'))
  const bmi = bmiOf(height, weight)
  const said = [height, weight, bmi].flatMap((read) => (read !== null && 'said' in read ? [read.said] : []))
  const result = bmi !== null && 'value' in bmi ? bmi.value : null
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
                  onChange={(event) => {
                    setTyped({ ...typed, [name]: event.target.value })
                    setLeft(false)
                  }}
                  onBlur={() => setLeft(true)}
                />
              </div>
            ))}
          </div>
          <p role="status">{result === null ? (isLeft ? said.join(' ') : '') : `BMI ${result} kg/m²`}</p>
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
