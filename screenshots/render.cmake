# Frames of the real program as pictures, dark unless named otherwise:
# cmake -D PROGRAM=... -P render.cmake
set(ENV{DISTML_PRESETS} "${CMAKE_CURRENT_LIST_DIR}/../presets")

function(render name)
    execute_process(
        COMMAND ${PROGRAM} --theme dark ${ARGN}
                --svg ${CMAKE_CURRENT_LIST_DIR}/${name}.svg
        OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# A chart alone, through gnuplot.
function(plot name)
    execute_process(
        COMMAND ${PROGRAM} ${ARGN}
                --plot ${CMAKE_CURRENT_LIST_DIR}/plot-${name}.svg
        COMMAND_ERROR_IS_FATAL ANY)
endfunction()

render(main -p llama-7b --render 132x43:speedup)
foreach(view speedup efficiency step)
    render(gpt2-small-${view} -p gpt2-small --render 100x30:${view})
endforeach()
foreach(view efficiency step map)
    render(llama-7b-${view} -p llama-7b --render 100x30:${view})
endforeach()
render(llama-7b-speedup-ascii -p llama-7b --ascii --render 100x30:speedup)
foreach(theme light high-contrast)
    render(llama-7b-step-${theme} -p llama-7b --theme ${theme}
           --render 100x30:step)
endforeach()
render(resnet50-ddp-timeline -p resnet50-ddp --render 100x30:timeline)
render(bert-large-all-reduce -p dgx-a100 -p bert-large
       --render 100x30:all-reduce)
render(algorithms -p llama-7b -s latency=20us --render 100x30:speedup
       -x algorithm=ring,double-tree,recursive-doubling,parameter-server
       -x workers=1:1024:x2)

execute_process(
    COMMAND ${CMAKE_CURRENT_LIST_DIR}/slider.sh
            ${PROGRAM} ${CMAKE_CURRENT_LIST_DIR}
    COMMAND_ERROR_IS_FATAL ANY)

plot(distml-scaling-speedup -p distml-scaling --view speedup)
plot(distml-scaling-step -p distml-scaling --view step)
plot(distml-gradient-size-efficiency -p distml-gradient-size --view efficiency)
plot(distml-bandwidth-speedup -p distml-bandwidth --view speedup)
plot(distml-strategies-communication -p distml-strategies
     --view communication_s)
plot(distml-strategies-speedup -p distml-strategies --view speedup)
plot(three-models-speedup -x workers=1:128:x2
     -x preset=gpt2-small,gpt2-xl,llama-7b,gpt2-small-nvlink,gpt2-xl-nvlink,llama-7b-nvlink)
