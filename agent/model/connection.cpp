#include "agent/model/connection.hpp"

#include "agent/model/model.hpp"

namespace agent::model {

using namespace toolkit;

Connection::Connection(const web::Route& route, system::Cancel& cancel)
    : cancel(cancel)
    , link(route, authorities)
{
}

void Connection::set_deadline(std::chrono::milliseconds time, const char* what, const char* hint)
{
    awaited = what;
    allowing = hint;
    timeout = time;
    deadline = Clock::now() + time;
}

// Waits until the link can continue, and lets it do so. `cancel` may become readable without a
// cancellation: most messages of a client do not end anything.
void Connection::wait()
{
    system::Watch watch;
    watch.readable(cancel.descriptor());
    watch.until(deadline);
    link.watch(watch);
    watch.wait();
    if (watch.descriptors.front().revents != 0 && cancel.is_set())
        throw ToolError(Code::internal, "interrupted");
    const bool is_late = Clock::now() >= deadline;
    link.step();
    if (is_late && link.is_busy()) {
        const ToolError error = link.late(awaited, timeout);
        throw ToolError(error.code, error.message, allowing);
    }
}

Connection::Error Connection::read(const web::AsyncConnection::Start& start)
{
    std::optional<Error> done;
    link.read(start, [&done](Error error) { done = error; });
    while (!done)
        wait();
    return *done;
}

Connection::Error Connection::write(std::string_view head, std::string_view body)
{
    std::optional<Error> done;
    link.write(head, body, [&done](Error error) { done = error; });
    while (!done)
        wait();
    return *done;
}

void Connection::open()
{
    bool is_over = false;
    std::optional<ToolError> failed;
    link.open([&](std::optional<ToolError> error) {
        is_over = true;
        failed = std::move(error);
    });
    while (!is_over)
        wait();
    if (failed && failed->code == Code::not_found && failed->hint.empty())
        throw Unreachable({failed->code, failed->message,
            "start the server, or name another with --base-url or OAI_BASE_URL"});
    if (failed)
        throw ToolError(*failed);
}

}
