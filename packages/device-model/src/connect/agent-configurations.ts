import { type ConnectTarget, pushUrlOf } from './connect-target.ts';

/** A text in quotation marks, as TOML and YAML both read it. */
const quoted = (text: string): string => JSON.stringify(text);

/**
 * An output of Telegraf (1.25 and newer) that pushes what its inputs call `pv` as readings of the device. It needs no key of the organisation,
 * only the secret of the device.
 */
export function telegrafConfiguration(target: ConnectTarget): string {
  return `[[outputs.http]]
  url = ${quoted(pushUrlOf(target))}
  method = "POST"
  # Only the measurement "pv" is sent. Name its fields as points: ac.power in W, energy.total in kWh.
  namepass = ["pv"]
  use_batch_format = false
  data_format = "json"
  json_timestamp_units = "1ms"
  json_transformation = '{"ts": timestamp, "v": fields}'
  [outputs.http.headers]
    Authorization = ${quoted(`Bearer ${target.secret}`)}
    Content-Type = "application/json"
`;
}

/**
 * What goes into `configuration.yaml` of Home Assistant: a command that pushes a reading, and an automation that does it each minute. While the
 * sensor has no number, nothing is sent.
 */
export function homeAssistantConfiguration(target: ConnectTarget, sensor = 'sensor.inverter_power'): string {
  const command = `sunfleet_${target.sn.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')}`;
  return `rest_command:
  ${command}:
    url: ${quoted(pushUrlOf(target))}
    method: post
    content_type: "application/json"
    headers:
      Authorization: ${quoted(`Bearer ${target.secret}`)}
    # Your sensor, in W.
    payload: >-
      {"v": {"ac.power": {{ states('${sensor}') | float }} }}

automation sunfleet:
  - alias: ${quoted(`Sunfleet ${target.sn}`)}
    triggers:
      - trigger: time_pattern
        minutes: "/1"
    actions:
      - action: rest_command.${command}
`;
}
