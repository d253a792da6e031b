# Frames of the real program as pictures: cmake -D PROGRAM=... -P render.cmake
set(ENV{DISTML_PRESETS} "${CMAKE_CURRENT_LIST_DIR}/../presets")

function(render name)
    execute_process(
        COMMAND ${PROGRAM} ${ARGN} --svg ${CMAKE_CURRENT_LIST_DIR}/${name}.svg
        OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endfunction()

foreach(preset gpt2-small llama-7b)
    foreach(view speedup efficiency step)
        render(${preset}-${view} -p ${preset} --render 100x30:${view})
    endforeach()
endforeach()
render(llama-7b-speedup-ascii -p llama-7b --ascii --render 100x30:speedup)
render(resnet50-ddp-timeline -p resnet50-ddp --render 100x30:timeline)
render(bert-large-all-reduce -p dgx-a100 -p bert-large
       --render 100x30:all-reduce)
render(algorithms -p llama-7b -s latency=20us --render 100x30:speedup
       -x algorithm=ring,double-tree,recursive-doubling,parameter-server
       -x workers=1:1024:x2)
