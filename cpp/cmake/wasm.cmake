# godot_variant.js + godot_variant.wasm: a plain script that scripts/build.mjs wraps into a synchronous factory.
# (Emscripten's own -sMODULARIZE is asynchronous since 4.x and uses import.meta.url.)
add_executable(godot_variant_wasm cpp/wasm/bindings.cpp cpp/wasm/file_calls.cpp cpp/wasm/embind_names.cpp)
set_target_properties(godot_variant_wasm PROPERTIES
  OUTPUT_NAME godot_variant
  SUFFIX .js
  CXX_EXTENSIONS OFF
  LINK_DEPENDS "${PROJECT_SOURCE_DIR}/cpp/wasm/embind_types.js;${PROJECT_SOURCE_DIR}/cpp/wasm/imports.gen.js")
target_link_libraries(godot_variant_wasm PRIVATE godot_variant)
target_include_directories(godot_variant_wasm PRIVATE cpp/src)
godot_variant_warnings(godot_variant_wasm)
target_compile_options(godot_variant_wasm PRIVATE -fno-exceptions -fno-rtti)
target_compile_definitions(godot_variant_wasm PRIVATE EMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0)

if(EMSCRIPTEN_VERSION VERSION_LESS 3.1.25)
  set(stack_option -sTOTAL_STACK=262144)
else()
  set(stack_option -sSTACK_SIZE=262144)
endif()
# -Os with a higher inlining limit is a seventh smaller than -O2 and a tenth slower; -Os alone is five times slower.
# Decoding, encoding and printing common values are worth the larger code; code that runs rarely is not.
set(cold "/cpp/src/(convert|diagnose|files)/|/text/(decimal|key_order|text).cpp$|/file_calls.cpp$")
set(fast "/(wire_reader|tape_builder).cpp$")
foreach(source ${library_sources} ${PROJECT_SOURCE_DIR}/cpp/wasm/bindings.cpp ${PROJECT_SOURCE_DIR}/cpp/wasm/file_calls.cpp)
  if(source MATCHES "/(search/searcher|wire/encoder).cpp$")
    set(options -Oz -mllvm -inline-threshold=25)
  elseif(source MATCHES ${cold})
    set(options -Oz -mllvm -inline-threshold=0)
  elseif(source MATCHES ${fast})
    set(options -O2 -fno-unroll-loops -mllvm -inline-threshold=100)
  else()
    set(options -mllvm -inline-threshold=100)
  endif()
  set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "${options}")
endforeach()
target_link_options(godot_variant_wasm PRIVATE
  -Os
  --profiling-funcs                # names of functions, by which scripts/split.mjs finds them and which it removes
  -lembind
  "SHELL:--js-library \"${PROJECT_SOURCE_DIR}/cpp/wasm/embind_types.js\""
  "SHELL:--js-library \"${PROJECT_SOURCE_DIR}/cpp/wasm/imports.gen.js\""
  -fno-exceptions
  -fno-rtti
  ${stack_option}
  -sENVIRONMENT=web,worker         # no code for Node, because bundlers fail on node: imports
  -sWASM_ASYNC_COMPILATION=0
  -sDYNAMIC_EXECUTION=0            # no eval, no new Function
  -sFILESYSTEM=0
  -sMALLOC=emmalloc
  -sINITIAL_MEMORY=1MB
  -sALLOW_MEMORY_GROWTH
  -sMAXIMUM_MEMORY=4GB
  -sINCOMING_MODULE_JS_API=instantiateWasm,printErr
  -sEXPORTED_RUNTIME_METHODS=HEAPU8)
