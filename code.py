"""Start-up on a board: CircuitPython runs this file as `__main__`, and `boards.start` does the rest.

On a desktop the standard library has a module of the same name, which `pdb` and others import. Where this folder comes
first on the path they find this file, and are handed that module.
"""

if __name__ == "__main__":
    from boards import start

    start.main()
else:
    import importlib.machinery
    import importlib.util
    import os.path
    import sys

    here = os.path.dirname(os.path.abspath(__file__))
    elsewhere = [path for path in sys.path if os.path.abspath(path) != here]
    spec = importlib.machinery.PathFinder.find_spec(__name__, elsewhere)
    sys.modules[__name__] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
