# Replays that were recorded once play to the same checksums for ever. One that stops verifying says
# that the simulation, its rules or its ground changed. If that was meant, k_simulation_version
# rises and it is recorded again:
#   terrane match --units 24 --seed 3 --ticks 900 --players hard,drawn --record arena_v1.trr
#   terrane match city:412 --around 0,0 --radius 120 --units 24 --seed 4 --ticks 620 \
#     --players normal,easy --record city_v1.trr
if(NOT EMSCRIPTEN)
  file(GLOB replays CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/golden/replay/*.trr)
  foreach(replay IN LISTS replays)
    get_filename_component(name ${replay} NAME_WE)
    add_test(NAME golden_replay.${name} COMMAND terrane replay ${replay} --verify)
  endforeach()
endif()
