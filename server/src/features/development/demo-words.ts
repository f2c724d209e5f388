/** The words that the sample organizations and people are named with. */

export const FIRST_NAMES = [
  'Lucía', 'Hugo', 'Martina', 'Mateo', 'Sofía', 'Martín', 'Julia', 'Leo', 'Paula', 'Daniel',
  'Valeria', 'Alejandro', 'Carmen', 'Manuel', 'Elena', 'Pablo', 'Inés', 'Adrián', 'Nuria', 'Álvaro',
  'Begoña', 'Íñigo', 'Rocío', 'Joaquín', 'Ángela', 'Rubén', 'Marta', 'Óscar', 'Irene', 'Andrés',
  'Teresa', 'Sebastián', 'Ximena', 'Tomás', 'Camila', 'Gonzalo', 'Aitana', 'Víctor', 'Montserrat', 'Raúl',
];

export const LAST_NAMES = [
  'García', 'Rodríguez', 'González', 'Fernández', 'López', 'Martínez', 'Sánchez', 'Pérez', 'Gómez', 'Martín',
  'Jiménez', 'Ruiz', 'Hernández', 'Díaz', 'Moreno', 'Muñoz', 'Álvarez', 'Romero', 'Alonso', 'Gutiérrez',
  'Navarro', 'Torres', 'Domínguez', 'Vázquez', 'Ramos', 'Gil', 'Ramírez', 'Serrano', 'Blanco', 'Molina',
  'Morales', 'Suárez', 'Ortega', 'Delgado', 'Castro', 'Ortiz', 'Rubio', 'Marín', 'Núñez', 'Iglesias',
];

export const TRADES = [
  'Talleres', 'Bodegas', 'Clínica', 'Editorial', 'Transportes', 'Conservas', 'Cerámicas', 'Logística',
  'Farmacia', 'Imprenta', 'Estudio', 'Aceites', 'Muebles', 'Viajes', 'Panadería',
];

export const PLACES = [
  'del Duero', 'Sierra Nevada', 'Costa Brava', 'La Mancha', 'Río Ebro', 'Peñalara', 'Maresme', 'Altamira',
  'Los Andes', 'Guadalquivir', 'Rías Baixas', 'Patagonia', 'El Bierzo',
];
