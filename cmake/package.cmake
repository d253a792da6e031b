# The package of the program for Debian and Ubuntu:
# cmake --workflow --preset package

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME distml-tui)
set(CPACK_PACKAGE_CONTACT "distml-tui authors <distml-tui@distml-tui.invalid>"
    CACHE STRING "Who maintains the package: NAME <ADDRESS>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
    WORLD_READ WORLD_EXECUTE)
set(CPACK_STRIP_FILES ON)

# The library is for those who build with it, from an installation.
set(CPACK_COMPONENTS_ALL program debian)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_DEB_COMPONENT_INSTALL ON)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 0local1) # below what Debian may ship
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS gnuplot-nox)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"How will data-parallel training scale on a cluster, where does adding
workers stop paying, what limits it, and what would have to change?
Sliders set workers, gradient size, bandwidth, latency, overlap and the
all-reduce algorithm; speedup, efficiency, step time and the bottleneck
follow at once.
.
Without a screen the same model prints tables, reports and CSV, and draws
charts. Presets of machines, models and published measurements are included.")

# What only a package of Debian holds; its rules name the places.
set(DEBIAN_VERSION ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})
set(DEBIAN_DIR ${PROJECT_BINARY_DIR}/debian)
file(READ ${PROJECT_SOURCE_DIR}/LICENSE licence)
string(REGEX MATCH "Copyright \\(c\\) ([^\n]*)\n\n(.*)\n$" licence "${licence}")
set(COPYRIGHT "Copyright: ${CMAKE_MATCH_1}")
string(REPLACE "\n\n" "\n.\n" PERMISSION " ${CMAKE_MATCH_2}")
string(REPLACE "\n" "\n " PERMISSION "${PERMISSION}")
foreach(name changelog copyright)
    configure_file(cmake/debian/${name}.in ${DEBIAN_DIR}/${name} @ONLY)
endforeach()

# zip(FILE NAME): the file as NAME.gz, without its name and time inside.
find_program(GZIP gzip)
mark_as_advanced(GZIP)
set(zipped)
function(zip file name)
    add_custom_command(OUTPUT ${DEBIAN_DIR}/${name}.gz
        COMMAND ${GZIP} -9nc ${file} > ${DEBIAN_DIR}/${name}.gz
        DEPENDS ${file} VERBATIM)
    set(zipped ${zipped} ${DEBIAN_DIR}/${name}.gz PARENT_SCOPE)
endfunction()
if(GZIP)
    zip(${DEBIAN_DIR}/changelog changelog.Debian)
    zip(${PROJECT_BINARY_DIR}/distml-tui.1 distml-tui.1)
    add_custom_target(zipped ALL DEPENDS ${zipped})
    add_dependencies(zipped generated)
endif()

function(install_for_debian place)
    install(FILES ${ARGN} DESTINATION ${CMAKE_INSTALL_DATADIR}/${place}
            COMPONENT debian EXCLUDE_FROM_ALL)
endfunction()
install_for_debian(doc/distml-tui ${DEBIAN_DIR}/copyright
                   ${DEBIAN_DIR}/changelog.Debian.gz)
install_for_debian(man/man1 ${DEBIAN_DIR}/distml-tui.1.gz)
install_for_debian(zsh/vendor-completions ${PROJECT_BINARY_DIR}/_distml-tui)

include(CPack)
