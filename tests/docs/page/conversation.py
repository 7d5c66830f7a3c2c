"""A conversation on the page: conversation.py CHROMIUM URL DIRECTORY. DIRECTORY has `nginx`, a
script that starts nginx or stops it, `go`, for which the model waits, and gets pictures, if it has a
directory for them."""
import os, subprocess, sys

from browser import Browser

program, url, directory = sys.argv[1:]
log = "document.getElementById('log')"


def pictures(name):
    if os.path.isdir(directory + "/pictures"):
        browser.picture(f"{directory}/pictures/{name}-desktop.png", 1280, 800)
        browser.picture(f"{directory}/pictures/{name}-phone.png", 390, 844, is_dark=True)


def click(selector):
    browser.value(f"document.querySelector({selector!r}).click()")


def nginx(what):
    subprocess.run(["sh", directory + "/nginx", what], check=True)


browser = Browser(program, directory + "/profile", ("me", "secret"))
try:
    browser.do("Page.addScriptToEvaluateOnNewDocument", source="violations = []; addEventListener("
               "'securitypolicyviolation', (event) => violations.push(event.violatedDirective))")
    browser.open(url)
    browser.wait("!document.getElementById('send').disabled")
    pictures("new")
    browser.value("document.getElementById('prompt').value = 'How many kettles?'")
    click("#send")
    browser.wait(log + ".innerText.includes('I read the notes first,')")  # the rest is yet to come

    # What happens while the connection is cut is shown after that, and nothing twice.
    nginx("stop")
    browser.wait("document.getElementById('state').dataset.state == 'cut'")
    open(directory + "/go", "w").close()
    nginx("start")
    browser.wait("document.querySelector('.ask .yes')")
    assert browser.value(log + ".innerText.split('and then I change them.').length") == 2
    assert browser.value("document.querySelectorAll('.said').length") == 1
    assert browser.value("document.querySelector('.call').dataset.outcome") == "done"
    assert "+Two kettles" in browser.value("document.querySelector('.ask .diff').innerText")
    pictures("asks")
    click(".ask .yes")
    browser.wait("document.getElementById('state').dataset.state == 'idle'")
    assert "<img src=x onerror=alert(1)>" in browser.value(log + ".innerText")
    assert browser.value("document.querySelectorAll('#log img, #log b').length") == 0
    assert browser.value("violations.length") == 0, browser.value("violations.join()")
    click(".call:last-of-type summary")
    pictures("done")

    # A reload shows the same.
    seen = browser.value(log + ".textContent")
    browser.do("Page.reload")
    browser.wait("document.readyState == 'complete' && "
                 "!document.getElementById('send').disabled")
    assert browser.value(log + ".textContent") == seen, browser.value(log + ".textContent")

    # HTML cannot be made of a text, whatever asks for it.
    browser.value("try { document.body.innerHTML = '<p>'; false } catch { true }")
    assert browser.value("violations.join()") == "require-trusted-types-for"
finally:
    browser.close()
