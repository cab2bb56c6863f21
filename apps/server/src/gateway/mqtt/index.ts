export { createMqttGateway, type MqttGateway, type MqttGatewayInput } from './create-mqtt-gateway.ts';
