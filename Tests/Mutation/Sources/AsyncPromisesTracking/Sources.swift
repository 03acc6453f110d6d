// The plugin generates the rest of this module.
