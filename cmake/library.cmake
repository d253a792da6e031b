# The installed library: include/distml.h over the objects of `inner`. Only
# symbols that distml.h declares are visible, in the archive too.

add_library(face OBJECT src/library/handle.c src/library/subject.c)
set_target_properties(face PROPERTIES
    POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
target_include_directories(face PRIVATE include)
target_compile_definitions(face PRIVATE DISTML_VERSION="${PROJECT_VERSION}")
target_link_libraries(face PRIVATE inner)

set(LIBRARY_OBJECTS $<TARGET_OBJECTS:face> $<TARGET_OBJECTS:inner>)

add_library(distml SHARED ${LIBRARY_OBJECTS})
set_target_properties(distml PROPERTIES
    LINKER_LANGUAGE C VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR})
target_link_libraries(distml PRIVATE Iniparser::Iniparser m)
target_link_options(distml PRIVATE LINKER:--exclude-libs,ALL)

# An archive keeps hidden symbols visible to the linker: its objects are linked
# into one, in which they become local.
set(JOIN -r -nostdlib)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    list(APPEND JOIN -flto-partition=none -flinker-output=nolto-rel)
endif()
set(JOINED ${CMAKE_CURRENT_BINARY_DIR}/distml.o)
add_custom_command(OUTPUT ${JOINED}
    COMMAND ${CMAKE_C_COMPILER} ${JOIN} -o ${JOINED} ${LIBRARY_OBJECTS}
    COMMAND ${CMAKE_OBJCOPY} --localize-hidden ${JOINED}
    DEPENDS ${LIBRARY_OBJECTS} COMMAND_EXPAND_LISTS VERBATIM
    COMMENT "Joining the objects of the static library")
add_library(distml_static STATIC ${JOINED})
set_target_properties(distml_static PROPERTIES
    LINKER_LANGUAGE C OUTPUT_NAME distml)
target_link_libraries(distml_static PRIVATE Iniparser::Iniparser m)
add_dependencies(distml_static face inner)

foreach(target distml distml_static)
    target_include_directories(${target} INTERFACE
        $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
        $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    add_library(distml::${target} ALIAS ${target})
endforeach()

# pkg-config and CMake find the rest from where their own file lies, so that
# the folder of an installation can be chosen late, or moved.
set(PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/distml)
set(PKGCONFIG_DIR ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH PKGCONFIG_PREFIX
     ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" PKGCONFIG_PREFIX ${PKGCONFIG_PREFIX})
configure_file(cmake/distml.pc.in distml.pc @ONLY)

include(CMakePackageConfigHelpers)
configure_package_config_file(cmake/distmlConfig.cmake.in distmlConfig.cmake
    INSTALL_DESTINATION ${PACKAGE_DIR})
write_basic_package_version_file(distmlConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)

install(FILES include/distml.h TYPE INCLUDE)
install(TARGETS distml EXPORT distmlShared)
install(TARGETS distml_static EXPORT distmlStatic)
foreach(kind Shared Static)
    install(EXPORT distml${kind} NAMESPACE distml:: DESTINATION ${PACKAGE_DIR})
endforeach()
install(FILES cmake/FindIniparser.cmake
        ${CMAKE_CURRENT_BINARY_DIR}/distmlConfig.cmake
        ${CMAKE_CURRENT_BINARY_DIR}/distmlConfigVersion.cmake
        DESTINATION ${PACKAGE_DIR})
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/distml.pc
        DESTINATION ${PKGCONFIG_DIR})
