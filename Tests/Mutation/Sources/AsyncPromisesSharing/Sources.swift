// The plugin generates this module. `AsyncPromises` has the switch that its seeded code checks.
