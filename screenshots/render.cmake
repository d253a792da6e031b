# Frames of the real program as pictures: cmake -D PROGRAM=... -P render.cmake
set(ENV{DISTML_PRESETS} "${CMAKE_CURRENT_LIST_DIR}/../presets")

function(render name)
    execute_process(
        COMMAND ${PROGRAM} ${ARGN} --svg ${CMAKE_CURRENT_LIST_DIR}/${name}.svg
        OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# A chart alone, through gnuplot.
function(plot name)
    execute_process(
        COMMAND ${PROGRAM} ${ARGN}
                --plot ${CMAKE_CURRENT_LIST_DIR}/plot-${name}.svg
        COMMAND_ERROR_IS_FATAL ANY)
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

plot(distml-scaling-speedup -p distml-scaling --view speedup)
plot(distml-scaling-step -p distml-scaling --view step)
plot(distml-gradient-size-efficiency -p distml-gradient-size --view efficiency)
plot(distml-bandwidth-speedup -p distml-bandwidth --view speedup)
plot(distml-strategies-communication -p distml-strategies
     --view communication_s)
plot(distml-strategies-speedup -p distml-strategies --view speedup)
plot(three-models-speedup -x workers=1:128:x2
     -x preset=gpt2-small,gpt2-xl,llama-7b,gpt2-small-nvlink,gpt2-xl-nvlink,llama-7b-nvlink)
