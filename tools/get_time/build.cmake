# The zone database goes into the program. Debian 13 keeps the old names (US/Eastern) in
# tzdata-legacy.
add_executable(embed_zones cmake/embed_zones.cpp)
set(zones ${CMAKE_BINARY_DIR}/zones.bin)
add_custom_command(OUTPUT ${zones} COMMAND embed_zones /usr/share/zoneinfo ${zones}
  DEPENDS embed_zones /usr/share/zoneinfo/tzdata.zi VERBATIM)
set_source_files_properties(tools/get_time/database.cpp PROPERTIES
  COMPILE_DEFINITIONS "ZONES_FILE=\"${zones}\"" OBJECT_DEPENDS ${zones})
set_target_properties(get_time PROPERTIES IN_CORE_MANIFEST ON)
