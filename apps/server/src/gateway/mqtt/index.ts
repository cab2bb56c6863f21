export { createMqttGateway } from './create-mqtt-gateway.ts';
