#include "answer.hpp"
#include "parameters.hpp"
#include "spelling.hpp"
#include "tools/exec/launch/launcher.hpp"

namespace exec {

using namespace toolkit::tool;

static const Tool<Request> tool {
    .name = "exec",
    .summary
    = "Run a shell command. Long output is cut in the middle; stdoutFile names a file with all "
      "of it. Sandboxed commands share no /tmp and no localhost.",
    .parameters = parameters(),
    .flags = flags(),
    .sandbox = {.workspace = toolkit::sandbox::Access::write,
        .programs = toolkit::sandbox::Programs::by_policy},
    .limits_answers = true,
    .timeout_seconds = 630,
    .display = {"execute", "run", {"{command}", "{cmd} {args}"}},
    .example = {R"(echo '{"command":"echo hello; ls none"}' | env exec)",
        R"({"exitCode":2,"stdout":"hello\n","stderr":"ls: cannot access 'none': No such file or directory\n","stdoutBytes":6,"stderrBytes":52,"truncated":false,"durationMs":…,"sandbox":{"level":"…","policy":"workspace-write","network":"off","gaps":[…]}})"},
    .prepare = prepare,
    .effects = effects_of_flags,
    .run = execute,
    .rewrite = translate,
    .descriptor_flag = "background",
};

}

int main(int argc, char** argv)
{
    return exec::launch::is_asked_for(argc, argv) ? exec::launch::live(exec::tool, argc, argv)
                                                  : exec::tool.main(argc, argv);
}
