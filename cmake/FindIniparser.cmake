# Finds iniparser, which has neither pkg-config file nor CMake package in every
# distribution. Defines the target Iniparser::Iniparser.

find_path(Iniparser_INCLUDE_DIR iniparser.h PATH_SUFFIXES iniparser)
find_library(Iniparser_LIBRARY iniparser)
mark_as_advanced(Iniparser_INCLUDE_DIR Iniparser_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Iniparser
    REQUIRED_VARS Iniparser_LIBRARY Iniparser_INCLUDE_DIR
    REASON_FAILURE_MESSAGE "on Debian and Ubuntu: libiniparser-dev")

if(Iniparser_FOUND AND NOT TARGET Iniparser::Iniparser)
    add_library(Iniparser::Iniparser UNKNOWN IMPORTED)
    set_target_properties(Iniparser::Iniparser PROPERTIES
        IMPORTED_LOCATION ${Iniparser_LIBRARY}
        INTERFACE_INCLUDE_DIRECTORIES ${Iniparser_INCLUDE_DIR})
endif()
